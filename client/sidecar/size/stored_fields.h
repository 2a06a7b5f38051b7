#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_STORED_FIELDS_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_STORED_FIELDS_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/objects/sizing_fields.h"
#include "client/sidecar/size/objects.h"
#include "client/sidecar/size/stored_schema.h"
#include "cpsizer/v1/meta.pb.h"

namespace cpsizer::sidecar {

using objects::FieldPaths;

// Detects that a configuration has lost capacities or fractions because its CRD was replaced by one without these
// fields. The API server then no longer returns the fields, and `metadata.generation` of the configuration does not
// change. Such a loss does not mean that a person has removed the values.
//
// A field is lost if the configuration had it, and neither its spec nor its annotation with fractions has it any more.
// A lost field is a change by a person only if the generation has changed, the schema has the field, and no schema
// without the field was seen since the configuration had it: the object that is edited then still had the field. A
// person can also write the annotation `{}`, for a configuration without fractions. In all other cases no cluster may
// get a smaller size. The same is true for a field of a size that is no longer there, because the size may have another
// name now, unless a size has this field that did not have it before. A field of the annotation ends the loss only
// while it is there. If the CRD has changed more than once since the configuration was known to have the field, a
// schema between may have been without it: within a second, a CRD can be replaced and restored, and the object edited.
// The fields that a configuration had are known after a restart, because the leader stores them on its lease. A process
// that begins during the loss without the lease, such as an observer, knows the lost fields from the condition
// objects::kStoredFieldsCondition, whose message is problem(). If the message names no field, the loss lasts until the
// condition is not False any more, or the annotation is `{}`. This class does no I/O.
class StoredFields {
 public:
  // Adds the fields that a previous leader stored. `text` is the result of text(); nothing if there is none. A text of
  // another form, also an empty one, means that the fields are not known: a schema without any of them is a loss.
  // Observe() must be called afterwards.
  void Restore(const absl::optional<std::string>& text);

  // Compares the configuration with its earlier state. Returns true if the result depends on the schema: problem() is
  // not known then until SchemaRead() was called with the result of ReadStoredSchema() for a CRD that was read after
  // this configuration.
  bool Observe(const Configuration& configuration);
  // Returns true if this leader has not read the schema, or not for some time. Its version is needed after a loss, so
  // SchemaRead() should be called, but problem() is known without it if Observe() has returned false.
  bool wants_schema() const { return leads_ && !schema_read_ && unnamed_loss_.empty(); }
  void SchemaRead(const absl::StatusOr<StoredSchema>& schema);
  // Makes wants_schema() true. Must be called from time to time, so that two changes of the CRD during a long time do
  // not count as a loss.
  void ForgetSchema() { schema_read_ = false; }

  // Returns one sentence that explains why no cluster may get a smaller size; empty if sizes may become smaller.
  const std::string& problem() const { return problem_; }

  // Returns the fields of the configuration as JSON, for the next leader; empty if no configuration is known.
  std::string text() const;

 private:
  // A configuration in the state in which its fields were last known.
  struct State {
    std::string uid;
    int64_t generation = 0;
    FieldPaths fields;
    FieldPaths pruned;       // those of `fields` that a schema has removed
    std::string annotation;  // a fingerprint of the annotation with fractions
  };

  void SetObserved(const Configuration& configuration, const std::string& annotation);
  // Takes the observed configuration and the lost fields that its condition names as the known state.
  void Begin(const v1::Condition& condition);
  // The process that writes the condition knows that no field is lost any more.
  void ForgetNamed();
  void Accept();
  // A schema has removed all missing fields.
  void HoldPruned();
  // Returns the missing fields that the annotation does not have.
  FieldPaths Lost() const;

  State known_;
  // The version of a schema after which the configuration was known to have `known_.fields`, as read by this process
  // or, until then, by the previous leader.
  std::string schema_version_;
  bool leads_ = false;                 // Restore() was called
  bool schema_read_ = false;           // SchemaRead() was called with a schema since Restore() and ForgetSchema()
  bool known_from_condition_ = false;  // true if known_ is only what the first observed object says
  FieldPaths named_;                   // the fields of `known_` that only the condition has
  // The message of a condition that was False when this process began and names no field that this class knows.
  std::string unnamed_loss_;
  bool is_unreadable_ = false;  // a previous leader has stored fields in another form
  // The fields that the schema did not have then. The configuration must have one of them before they count as stored.
  FieldPaths not_in_schema_;
  // The configuration of the last Observe(), its sizes, and the fields of its annotation.
  State observed_;
  FieldPaths sizes_;
  FieldPaths annotated_;
  FieldPaths missing_;  // fields of `known_` that the spec of the observed configuration does not have
  std::string problem_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_STORED_FIELDS_H_
