#ifndef CPSIZER_CLIENT_OBJECTS_ESCAPE_H_
#define CPSIZER_CLIENT_OBJECTS_ESCAPE_H_

#include "server/engine/base/escape.h"

// Clients escape what they print as the service escapes the values that its messages quote.
namespace cpsizer::objects {

using ::cpsizer::Escape;
using ::cpsizer::EscapeCut;

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_ESCAPE_H_
