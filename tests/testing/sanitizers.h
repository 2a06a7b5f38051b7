#ifndef CPSIZER_TESTS_TESTING_SANITIZERS_H_
#define CPSIZER_TESTS_TESTING_SANITIZERS_H_

namespace cpsizer::testing {

// True if this program is built with a sanitizer that has its own allocator, which intentionally keeps freed memory.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitizersAllocator = true;
#elif defined(__has_feature)
inline constexpr bool kSanitizersAllocator = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitizersAllocator = false;
#endif

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_SANITIZERS_H_
