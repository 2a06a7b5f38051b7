#ifndef CPSIZER_CLIENT_CLI_UI_OPEN_BROWSER_H_
#define CPSIZER_CLIENT_CLI_UI_OPEN_BROWSER_H_

#include <string>

namespace cpsizer::cli {

// Opens `url` in the browser of the desktop, with xdg-open. Returns false if there is no such program.
bool OpenBrowser(const std::string& url);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_OPEN_BROWSER_H_
