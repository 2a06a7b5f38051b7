# cpsizer_embed_text(TARGET NAMESPACE namespace HEADER header.h TEXTS NAME file ...)
#
# Adds a source to TARGET that defines a constant `const EmbeddedText NAME` for each file. HEADER, a path from the top
# folder, declares the constants and the type: a struct with the text and its SHA-256 in hexadecimal.
function(cpsizer_embed_text target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAMESPACE;HEADER" "TEXTS")
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}_texts.cc)
  set(files ${arg_TEXTS})
  list(FILTER files INCLUDE REGEX "\\.")
  list(TRANSFORM files PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -D SOURCE=${source} -D FOLDER=${CMAKE_CURRENT_SOURCE_DIR} -D NAMESPACE=${arg_NAMESPACE}
            -D HEADER=${arg_HEADER} -D "TEXTS=${arg_TEXTS}" -P ${PROJECT_SOURCE_DIR}/cmake/WriteTexts.cmake
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/WriteTexts.cmake
    VERBATIM)
  # The longest literal that each compiler must support has 65,536 characters. GCC and clang have no limit.
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON COMPILE_OPTIONS -Wno-overlength-strings)
  target_sources(${target} PRIVATE ${source})
endfunction()
