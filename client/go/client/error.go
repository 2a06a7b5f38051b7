package client

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Error is why a call, or an item of a batch, has no answer. [status.FromError] and [status.Code] work on it; errors.Is finds
// context.DeadlineExceeded where time was up and context.Canceled where the caller gave up.
type Error struct {
	// Method is the RPC, such as RecommendSize; empty for an item of a batch.
	Method string
	// Target is the gRPC name that was called, as in Options; empty for an item of a batch.
	Target string
	// Code is the gRPC code; docs/clients.md says what to do about each.
	Code codes.Code
	// Message is what the service or gRPC says, in words.
	Message string
	// Reason is the rule or the call error that the service names first, such as RuleFractionOutOfRange or
	// ReasonShuttingDown. Empty where the answer is gRPC's own: then nobody answered.
	Reason Rule
	// Violations are the fields that the service refuses, or, with FailedPrecondition, those that it needs and that nothing
	// gives, such as the memory capacity of each size that has none; the first 4 KiB of them.
	Violations []Violation
	// ViolationsTotal counts all of them: ValidateConfig lists those that are refused.
	ViolationsTotal int
	// RetryAfter is how long the service asks to wait; 0 where it said nothing.
	RetryAfter time.Duration
	// Connection is why there is nobody to connect to, why the newest connection failed, or what it still waits for, where
	// nobody answered; else nil.
	// errors.As finds what is inside, such as an x509.UnknownAuthorityError.
	Connection error

	status  *status.Status
	givenUp bool // by the caller
}

// Violation is one field that the service refuses, or needs and does not have.
type Violation struct {
	// Field is the path as the API server prints it, such as spec.sizes[1].capacity.memory.
	Field string
	// Rule is the stable name of what it breaks.
	Rule Rule
	// Description is what is wrong and the way out, or what is missing.
	Description string
}

// What gRPC says in one version or another: where it knows less than Connection, and where nobody has an address.
var (
	lessInGrpcsWords   = regexp.MustCompile(`^(last )?(connection|resolver) error: |^name resolver error: |^no children to pick from$`)
	nobodyInGrpcsWords = regexp.MustCompile(`produced zero addresses$|^no children to pick from$`)
)

// Error returns one line. Where nobody answered it names whom it asked.
func (e *Error) Error() string {
	text := "cpsizer: "
	if e.Method != "" {
		text += e.Method + ": "
	}
	text += e.Code.String() + ": "
	switch {
	case e.Connection != nil && lessInGrpcsWords.MatchString(e.Message):
		return text + e.noConnection()
	case e.Connection != nil:
		return text + e.Message + "; " + e.noConnection()
	case e.nobodyAnswered() && !e.isNamedIn(e.Message):
		return text + e.Message + "; the service was called as " + e.Target
	}
	return text + e.Message
}

func (e *Error) noConnection() string {
	why := e.Connection.Error()
	if e.isNamedIn(why) {
		return "no connection: " + why
	}
	return "no connection to " + e.Target + ": " + why
}

// isNamedIn tells whether a text has Target in it, or its host and port.
func (e *Error) isNamedIn(text string) bool {
	last := e.Target[strings.LastIndex(e.Target, "/")+1:]
	return strings.Contains(text, e.Target) || (strings.Contains(last, ":") && strings.Contains(text, last))
}

// nobodyAnswered tells whether the error is gRPC's own, or that of a server which does not say who it is.
func (e *Error) nobodyAnswered() bool {
	return e.Reason == "" && (e.Code == codes.Unavailable || e.Code == codes.DeadlineExceeded)
}

// GRPCStatus returns the status as it came, with details of any kind.
func (e *Error) GRPCStatus() *status.Status { return e.status }

// Unwrap returns Connection.
func (e *Error) Unwrap() error { return e.Connection }

// Is compares with the errors of a context. A server that is going away cancels calls too: that is none of them.
func (e *Error) Is(target error) bool {
	return (target == context.DeadlineExceeded && e.Code == codes.DeadlineExceeded) ||
		(target == context.Canceled && e.givenUp)
}

// Refused tells whether the request itself cannot be answered: it stays so until somebody changes what it holds.
func (e *Error) Refused() bool {
	return e.Code == codes.InvalidArgument || e.Code == codes.FailedPrecondition
}

// Retryable tells whether the same request may be answered soon: nobody was reached, or the service had too much to do.
// What is neither this nor Refused, such as a caller that may not call, is for the people who run the service.
func (e *Error) Retryable() bool {
	switch e.Code {
	case codes.Unavailable, codes.DeadlineExceeded, codes.Canceled:
		return !e.givenUp
	case codes.ResourceExhausted:
		return e.RetryAfter > 0
	}
	return false
}

// AsError returns the *Error in err, or nil.
func AsError(err error) *Error {
	var of *Error
	if errors.As(err, &of) {
		return of
	}
	return nil
}

// ItemError returns why an item of a batch has no answer, from its status; nil for a status that is nil or OK. Compare it with
// nil before it becomes an error.
func ItemError(item *rpcstatus.Status) *Error {
	if item.GetCode() == int32(codes.OK) {
		return nil
	}
	return fromStatus(status.FromProto(item))
}

func newError(err error, target, method string, connections *connections) *Error {
	e := fromStatus(status.Convert(err))
	e.Target, e.Method = target, method
	if !e.nobodyAnswered() {
		return e
	}
	e.Connection = connections.trouble()
	if e.Connection == nil && nobodyInGrpcsWords.MatchString(e.Message) {
		e.Connection = noAddress("a resolver other than DNS", target) // which tells gRPC alone
	}
	return e
}

func fromStatus(of *status.Status) *Error {
	e := &Error{Code: of.Code(), Message: of.Message(), status: of}
	for _, detail := range of.Details() {
		switch detail := detail.(type) {
		case *errdetails.BadRequest:
			for _, violation := range detail.FieldViolations {
				e.Violations = append(e.Violations, violationOf(violation))
			}
		case *errdetails.PreconditionFailure:
			for _, violation := range detail.Violations {
				e.Violations = append(e.Violations, Violation{Field: violation.Subject, Rule: Rule(violation.Type),
					Description: violation.Description})
			}
		case *errdetails.ErrorInfo:
			e.Reason = Rule(detail.Reason)
			e.ViolationsTotal, _ = strconv.Atoi(detail.Metadata["violations_total"])
		case *errdetails.RetryInfo:
			e.RetryAfter = detail.RetryDelay.AsDuration()
		}
	}
	e.ViolationsTotal = max(e.ViolationsTotal, len(e.Violations))
	return e
}

// violationOf reads "sentences (RULE)".
func violationOf(from *errdetails.BadRequest_FieldViolation) Violation {
	violation := Violation{Field: from.Field, Description: from.Description}
	text, isRule := strings.CutSuffix(from.Description, ")")
	if at := strings.LastIndex(text, " ("); isRule && at >= 0 {
		violation.Description, violation.Rule = text[:at], Rule(text[at+2:])
	}
	return violation
}

// String returns one line.
func (v Violation) String() string {
	return fmt.Sprintf("%s: %s (%s)", v.Field, v.Description, v.Rule)
}
