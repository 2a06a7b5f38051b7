#ifndef CPSIZER_CLIENT_OBJECTS_FILE_WALK_H_
#define CPSIZER_CLIENT_OBJECTS_FILE_WALK_H_

#include <string>
#include <vector>

namespace cpsizer::objects {

// The files of a folder and its subfolders.
struct FolderFiles {
  // Files with a name that ends with .yaml, .yml or .json. All files and folders of one folder are read in the order of
  // their names.
  std::vector<std::string> paths;
  int others = 0;  // number of other files, and of hidden files and folders
  // A folder that cannot be read, with the reason.
  struct Unreadable {
    std::string path;
    std::string why;
  };
  std::vector<Unreadable> unreadable;
};

// Follows links to files. Does not follow links to folders, because such links may form cycles.
FolderFiles WalkFolder(const std::string& folder);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_FILE_WALK_H_
