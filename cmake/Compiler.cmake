# Warnings for our own code; linked PRIVATE, so nobody inherits them.
add_library(cpsizer_warnings INTERFACE)
add_library(cpsizer::warnings ALIAS cpsizer_warnings)
target_compile_options(cpsizer_warnings INTERFACE -Wall -Wextra -Wpedantic -Wno-missing-field-initializers)
if(CPSIZER_WERROR)
  target_compile_options(cpsizer_warnings INTERFACE -Werror)
endif()

# Precompiled headers go with batches of sources. With GCC alone: those of clang name the folder and the time in which
# they were made, and a compiler cache that several checkouts share would hand them around.
set(CPSIZER_PRECOMPILE OFF)
if(CPSIZER_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(CPSIZER_PRECOMPILE ON)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  # Precompiled headers can be cached only with this sloppiness; the rest lets checkouts in other folders share the cache.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
                                  CCACHE_NOHASHDIR=true ${CCACHE})
endif()

if(CPSIZER_SANITIZE)
  add_compile_options(-fsanitize=${CPSIZER_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${CPSIZER_SANITIZE})
  if(CPSIZER_SANITIZE MATCHES undefined)
    # The check of vptr looks at memory through a pipe: it is wrong as soon as a test uses up all descriptors.
    add_compile_options(-fno-sanitize-recover=undefined -fno-sanitize=vptr)
  endif()
endif()

# For every target alike: precompiled headers serve only those with the same flags.
add_compile_options(-pthread)
