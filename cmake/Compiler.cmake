# Warnings for cpsizer code. The target is linked PRIVATE, so that users do not inherit the warnings.
add_library(cpsizer_warnings INTERFACE)
add_library(cpsizer::warnings ALIAS cpsizer_warnings)
target_compile_options(cpsizer_warnings INTERFACE -Wall -Wextra -Wpedantic -Wno-missing-field-initializers)
if(CPSIZER_WERROR)
  target_compile_options(cpsizer_warnings INTERFACE -Werror)
endif()

# Uses precompiled headers with batches of sources, but only with GCC. The precompiled headers of clang contain their
# folder and creation time, so a compiler cache that several checkouts share would return the wrong headers.
set(CPSIZER_PRECOMPILE OFF)
if(CPSIZER_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(CPSIZER_PRECOMPILE ON)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  # pch_defines and time_macros are necessary to cache precompiled headers. The other settings allow checkouts in
  # different folders to share the cache.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
                                  CCACHE_NOHASHDIR=true ${CCACHE})
endif()

if(CPSIZER_SANITIZE)
  add_compile_options(-fsanitize=${CPSIZER_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${CPSIZER_SANITIZE})
  if(CPSIZER_SANITIZE MATCHES undefined)
    # The vptr check reads memory through a pipe, so it fails when a test uses all file descriptors.
    add_compile_options(-fno-sanitize-recover=undefined -fno-sanitize=vptr)
  endif()
endif()

# Set for all targets, because a precompiled header can be used only with the flags that it was compiled with.
add_compile_options(-pthread)
