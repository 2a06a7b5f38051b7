#ifndef CPSIZER_CLIENT_OBJECTS_ESCAPE_H_
#define CPSIZER_CLIENT_OBJECTS_ESCAPE_H_

#include "server/engine/base/escape.h"

// Functions that escape printed values. The service uses the same functions for values in its messages.
namespace cpsizer::objects {

using ::cpsizer::Escape;
using ::cpsizer::EscapeCut;

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_ESCAPE_H_
