#ifndef CPSIZER_CLIENT_OBJECTS_FILE_WALK_H_
#define CPSIZER_CLIENT_OBJECTS_FILE_WALK_H_

#include <string>
#include <vector>

namespace cpsizer::objects {

// The files of a folder and its subfolders.
struct FolderFiles {
  std::vector<std::string> paths;  // named .yaml, .yml or .json; in the order of names, a folder's among its siblings
  int others = 0;                  // other files, and hidden files and folders
  // A folder that cannot be read, and the reason.
  struct Unreadable {
    std::string path;
    std::string why;
  };
  std::vector<Unreadable> unreadable;
};

// Follows links to files, but not links to folders, which may form cycles.
FolderFiles WalkFolder(const std::string& folder);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_FILE_WALK_H_
