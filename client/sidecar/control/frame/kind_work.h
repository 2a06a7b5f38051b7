#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_FRAME_KIND_WORK_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_FRAME_KIND_WORK_H_

#include <functional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/sidecar/control/controllers.h"
#include "client/sidecar/control/frame/controller_dependencies.h"
#include "client/sidecar/control/watch/watched.h"
#include "client/sidecar/control/work.h"

namespace cpsizer::sidecar {

// The part of a Work that is the same for all controllers whose objects are Watched. A derived class adds its kinds to
// watched() before Follow().
template <typename KindController>
class KindWork : public Work {
 public:
  void Follow(Callbacks callbacks) override { watched_.Follow(std::move(callbacks)); }
  void Unfollow() override { watched_.Unfollow(); }
  void Relist() override { watched_.Relist(); }
  void Start() override {
    SidecarStatus status;
    controller_.Describe(status);
    context_.log(LogLevel::kInfo, "controller started", {{info_.objects, absl::StrCat(status.objects)}});
    controller_.Start();
  }
  void Pause() override { controller_.Pause(); }
  bool writes_ended() const override { return controller_.writes_ended(); }
  void Describe(SidecarStatus& status) const override { controller_.Describe(status); }

 protected:
  // `controller` is a member of the derived class, and is used only after its construction.
  KindWork(const Context& context, const ControllerInfo& info, KindController& controller, Watched::Options options)
      : context_(context), info_(info), controller_(controller), watched_(context_, std::move(options)) {}

  const Context& context() const { return context_; }
  // Returns the dependencies of the controller.
  ControllerDependencies Common() const {
    return {context_.loop,           context_.service,
            SendTo(context_.client), [&events = context_.events](const kube::Event& event) { events.Record(event); },
            context_.counters,       context_.log,
            context_.may_write,      context_.wall_time};
  }
  Watched& watched() { return watched_; }

 private:
  const Context context_;
  const ControllerInfo& info_;
  KindController& controller_;
  Watched watched_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_FRAME_KIND_WORK_H_
