package client

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxTextBytes is the maximum length of a text of the service in an Error. gRPC limits all texts of an error together to
// more than this length.
const maxTextBytes = 4 << 10

// printable returns a text of the service as one line of at most maxTextBytes bytes. Characters that a terminal or a log
// could interpret, such as line feeds and control characters, are escaped as in Go, and so are bytes that are not UTF-8.
func printable(text string) string {
	var line strings.Builder
	for len(text) > 0 {
		char, size := utf8.DecodeRuneInString(text)
		next := text[:size]
		if !unicode.IsPrint(char) || (char == utf8.RuneError && size == 1) {
			quoted := strconv.Quote(next)
			next = quoted[1 : len(quoted)-1]
		}
		if line.Len()+len(next) > maxTextBytes-len("...") && line.Len()+len(text) > maxTextBytes {
			line.WriteString("...")
			break
		}
		line.WriteString(next)
		text = text[size:]
	}
	return line.String()
}
