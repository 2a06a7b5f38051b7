# The commit of the sources, for --version; "unknown" outside a checkout.
find_package(Git QUIET)
set(CPSIZER_COMMIT unknown)
if(GIT_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${PROJECT_SOURCE_DIR} rev-parse --short=12 HEAD
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed)
    set(CPSIZER_COMMIT ${commit})
  endif()
endif()
