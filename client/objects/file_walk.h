#ifndef CPSIZER_CLIENT_OBJECTS_FILE_WALK_H_
#define CPSIZER_CLIENT_OBJECTS_FILE_WALK_H_

#include <string>
#include <vector>

namespace cpsizer::objects {

// The files of a folder and its folders.
struct FolderFiles {
  std::vector<std::string> paths;  // named .yaml, .yml or .json; in the order of names, a folder's among its siblings
  int others = 0;                  // other files, and hidden files and folders
  // Folders that cannot be read, and why.
  struct Unreadable {
    std::string path;
    std::string why;
  };
  std::vector<Unreadable> unreadable;
};

// Follows links to files, not links to folders: those may lead around in circles.
FolderFiles WalkFolder(const std::string& folder);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_FILE_WALK_H_
