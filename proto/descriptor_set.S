// The compiled API with its comments, as data of the program.
    .section .rodata
    .global cpsizer_descriptor_set_begin
    .global cpsizer_descriptor_set_end
cpsizer_descriptor_set_begin:
    .incbin DESCRIPTOR_SET
cpsizer_descriptor_set_end:
    .section .note.GNU-stack,"",%progbits
