package client

import (
	"strings"
	"testing"
	"unicode"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func TestPrintableEscapesWhatATerminalInterprets(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "",
		"größe 1Gi, \"a\" \\ b":  "größe 1Gi, \"a\" \\ b",
		"a\nb\r\tc":              `a\nb\r\tc`,
		"\x1b[31mred\x07":        `\x1b[31mred\a`,
		"bad \xff\xfe":           `bad \xff\xfe`,
		"next\u0085line\u2028or": `next\u0085line\u2028or`,
		"right\u202eleft":        `right\u202eleft`,
		"\ufffd":                 "\ufffd",
	} {
		if got := printable(text); got != want {
			t.Errorf("printable(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestPrintableBoundsTheLength(t *testing.T) {
	whole := strings.Repeat("x", maxTextBytes)
	if got := printable(whole); got != whole {
		t.Errorf("a text of the maximum length was cut to %d bytes", len(got))
	}
	for _, text := range []string{whole + "x", strings.Repeat("\n", maxTextBytes), strings.Repeat("ä", maxTextBytes),
		strings.Repeat("\xff", maxTextBytes)} {
		got := printable(text)
		if len(got) > maxTextBytes || len(got) < maxTextBytes-8 || !strings.HasSuffix(got, "...") {
			t.Errorf("%d bytes, ending in %q", len(got), got[len(got)-8:])
		}
	}
}

func TestTheTextsOfAnErrorArePrintableLines(t *testing.T) {
	hostile := "a\x1b]0;title\a\nlevel=info msg=\"forged\" " + strings.Repeat("y", 1<<20)
	of := status.New(codes.InvalidArgument, hostile)
	of, err := of.WithDetails(
		&errdetails.ErrorInfo{Reason: hostile},
		&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{
			{Field: hostile, Description: "\n (" + hostile + ")"}}},
		&errdetails.PreconditionFailure{Violations: []*errdetails.PreconditionFailure_Violation{
			{Type: hostile, Subject: hostile, Description: hostile}}})
	if err != nil {
		t.Fatal(err)
	}
	e := ItemError(of.Proto())
	texts := []string{e.Error(), e.Message, string(e.Reason)}
	for _, violation := range e.Violations {
		texts = append(texts, violation.Field, string(violation.Rule), violation.Description)
	}
	if len(texts) != 9 {
		t.Fatalf("%d texts", len(texts))
	}
	for _, text := range texts {
		if len(text) > maxTextBytes+100 {
			t.Errorf("%d bytes", len(text))
		}
		if strings.ContainsFunc(text, func(char rune) bool { return !unicode.IsPrint(char) }) {
			t.Errorf("not printable: %.80q", text)
		}
	}
	if e.GRPCStatus().Message() != hostile {
		t.Error("the status is the one that was received")
	}
}
