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

// Error is the reason why a call, or an item of a batch, has no response. [status.FromError] and [status.Code] accept
// an Error. errors.Is finds context.DeadlineExceeded after a timeout, and context.Canceled after the caller has
// cancelled the call.
type Error struct {
	// Method is the RPC, such as RecommendSize; empty for an item of a batch.
	Method string
	// Target is the gRPC name that was called, from Options; empty for an item of a batch.
	Target string
	// Code is the gRPC code. docs/clients.md describes what to do for each code.
	Code codes.Code
	// Message is the text from the service or from gRPC. Like the other texts of an Error, it is one printable line of at
	// most 4 KiB: other characters are escaped. GRPCStatus has the text that was received.
	Message string
	// Reason is the first rule or call error in the response of the service, such as RuleFractionOutOfRange or
	// ReasonShuttingDown. It is empty if the error comes from gRPC itself: usually, no server responded.
	Reason Rule
	// Violations are the fields that the service refuses. With FailedPrecondition, they are the missing fields that the
	// service needs, such as the memory capacity of a size. Only the first 4 KiB are listed.
	Violations []Violation
	// ViolationsTotal is the number of all violations. ValidateConfig lists all refused fields.
	ViolationsTotal int
	// RetryAfter is the delay that the service requests; 0 if it does not request a delay.
	RetryAfter time.Duration
	// Connection is nil if a server responded. Otherwise it is the reason why there is no address, why the newest
	// connection failed, or what the newest connection still waits for. errors.As finds the wrapped error, such as an
	// x509.UnknownAuthorityError.
	Connection error

	status  *status.Status
	givenUp bool // the caller cancelled the call
}

// Violation is one field that the service refuses, or one missing field that the service needs.
type Violation struct {
	// Field is the path in the form of the API server, such as spec.sizes[1].capacity.memory.
	Field string
	// Rule is the stable name of the violated rule.
	Rule Rule
	// Description is the error and what to do, or a description of the missing value.
	Description string
}

// These patterns match messages of several versions of gRPC. lessInGrpcsWords matches messages that contain less
// information than the field Connection. noAddressMessages matches messages for a target without an address.
var (
	lessInGrpcsWords  = regexp.MustCompile(`^(last )?(connection|resolver) error: |^name resolver error: |^no children to pick from$`)
	noAddressMessages = regexp.MustCompile(`produced zero addresses$|^no children to pick from$`)
)

// Error returns one line of text. If no server responded, the text contains the target.
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
	case e.notAnswered() && !e.isNamedIn(e.Message):
		return text + e.Message + "; the service was called as " + e.Target
	}
	return text + e.Message
}

func (e *Error) noConnection() string {
	why := printable(e.Connection.Error())
	if e.isNamedIn(why) {
		return "no connection: " + why
	}
	return "no connection to " + e.Target + ": " + why
}

// isNamedIn returns whether a text contains Target, or its host and port.
func (e *Error) isNamedIn(text string) bool {
	last := e.Target[strings.LastIndex(e.Target, "/")+1:]
	return strings.Contains(text, e.Target) || (strings.Contains(last, ":") && strings.Contains(text, last))
}

// notAnswered returns whether the call failed with Unavailable or DeadlineExceeded, and the error comes from gRPC
// itself or from a server that is not cpsizer.
func (e *Error) notAnswered() bool {
	return e.Reason == "" && (e.Code == codes.Unavailable || e.Code == codes.DeadlineExceeded)
}

// GRPCStatus returns the status that was received, with all its details.
func (e *Error) GRPCStatus() *status.Status { return e.status }

// Unwrap returns Connection.
func (e *Error) Unwrap() error { return e.Connection }

// Is compares the error with the errors of a context. A call that was cancelled because a server shuts down is not
// context.Canceled.
func (e *Error) Is(target error) bool {
	return (target == context.DeadlineExceeded && e.Code == codes.DeadlineExceeded) ||
		(target == context.Canceled && e.givenUp)
}

// Refused returns whether the request itself is invalid. The same request will be refused again.
func (e *Error) Refused() bool {
	return e.Code == codes.InvalidArgument || e.Code == codes.FailedPrecondition
}

// Retryable returns whether the same request may succeed soon, because no server was reached or the service was
// overloaded. If an error is not Retryable and not Refused, such as a missing permission of the caller, the operators
// of the service must correct the cause.
func (e *Error) Retryable() bool {
	switch e.Code {
	case codes.Unavailable, codes.DeadlineExceeded, codes.Canceled:
		return !e.givenUp
	case codes.ResourceExhausted:
		return e.RetryAfter > 0
	}
	return false
}

// AsError returns the *Error in err, or nil if there is none.
func AsError(err error) *Error {
	var of *Error
	if errors.As(err, &of) {
		return of
	}
	return nil
}

// ItemError returns the reason why an item of a batch has no response, from the status of the item. It returns nil if
// the status is nil or OK. Compare the result with nil before you assign it to an error.
func ItemError(item *rpcstatus.Status) *Error {
	if item.GetCode() == int32(codes.OK) {
		return nil
	}
	return fromStatus(status.FromProto(item))
}

func newError(err error, target, method string, connections *connections) *Error {
	e := fromStatus(status.Convert(err))
	e.Target, e.Method = target, method
	if !e.notAnswered() {
		return e
	}
	e.Connection = connections.problem()
	if e.Connection == nil && noAddressMessages.MatchString(e.Message) {
		e.Connection = noAddress("a resolver other than DNS", target) // such a resolver reports its errors only to gRPC
	}
	return e
}

func fromStatus(of *status.Status) *Error {
	e := &Error{Code: of.Code(), Message: printable(of.Message()), status: of}
	for _, detail := range of.Details() {
		switch detail := detail.(type) {
		case *errdetails.BadRequest:
			for _, violation := range detail.FieldViolations {
				e.Violations = append(e.Violations, violationOf(violation))
			}
		case *errdetails.PreconditionFailure:
			for _, violation := range detail.Violations {
				e.Violations = append(e.Violations, Violation{Field: printable(violation.Subject),
					Rule: Rule(printable(violation.Type)), Description: printable(violation.Description)})
			}
		case *errdetails.ErrorInfo:
			e.Reason = Rule(printable(detail.Reason))
			e.ViolationsTotal, _ = strconv.Atoi(detail.Metadata["violations_total"])
		case *errdetails.RetryInfo:
			e.RetryAfter = detail.RetryDelay.AsDuration()
		}
	}
	e.ViolationsTotal = max(e.ViolationsTotal, len(e.Violations))
	return e
}

// violationOf reads a description of the form "sentences (RULE)".
func violationOf(from *errdetails.BadRequest_FieldViolation) Violation {
	description, rule := from.Description, ""
	text, isRule := strings.CutSuffix(from.Description, ")")
	if at := strings.LastIndex(text, " ("); isRule && at >= 0 {
		description, rule = text[:at], text[at+2:]
	}
	return Violation{Field: printable(from.Field), Rule: Rule(printable(rule)), Description: printable(description)}
}

// String returns one line of text.
func (v Violation) String() string {
	return fmt.Sprintf("%s: %s (%s)", v.Field, v.Description, v.Rule)
}
