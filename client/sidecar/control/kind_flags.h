#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_KIND_FLAGS_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_KIND_FLAGS_H_

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "client/sidecar/control/kind_options.h"
#include "client/sidecar/control/options.h"
#include "server/process/flag_table.h"

namespace cpsizer::sidecar {

// Returns the sentence of --help about all controllers.
std::string AboutControllers();

// Returns the flag --controller. `options` must outlive the flag. Adds to `texts` the text that the flag refers to.
server::Flag ControllerFlag(Options& options, std::deque<std::string>& texts);

// Returns the flags that only some controllers have. `options` and `of_kinds`, which has the options of each controller
// in the order of Controllers(), must outlive the flags. Adds to `texts` the texts that the flags refer to.
std::vector<server::Flag> FlagsOfKinds(Options& options, const std::vector<std::shared_ptr<KindOptions>>& of_kinds,
                                       std::deque<std::string>& texts);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_KIND_FLAGS_H_
