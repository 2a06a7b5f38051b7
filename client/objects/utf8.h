#ifndef CPSIZER_CLIENT_OBJECTS_UTF8_H_
#define CPSIZER_CLIENT_OBJECTS_UTF8_H_

#include "server/engine/base/utf8.h"

namespace cpsizer::objects {

using ::cpsizer::FirstChar;
using ::cpsizer::IsControl;
using ::cpsizer::Utf8Char;

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_UTF8_H_
