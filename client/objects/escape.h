#ifndef CPSIZER_CLIENT_OBJECTS_ESCAPE_H_
#define CPSIZER_CLIENT_OBJECTS_ESCAPE_H_

#include "server/engine/base/escape.h"

// Clients escape printed values in the same way as the service escapes the values in its messages.
namespace cpsizer::objects {

using ::cpsizer::Escape;
using ::cpsizer::EscapeCut;

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_ESCAPE_H_
