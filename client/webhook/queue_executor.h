#ifndef CPSIZER_CLIENT_WEBHOOK_QUEUE_EXECUTOR_H_
#define CPSIZER_CLIENT_WEBHOOK_QUEUE_EXECUTOR_H_

#include "client/service/sizing_service.h"
#include "server/process/task_queue.h"

namespace cpsizer::webhook {

// Returns an executor that runs the tasks of a service on the thread of `tasks`, which must outlive the service.
Executor ExecutorOf(server::TaskQueue& tasks);

}  // namespace cpsizer::webhook

#endif  // CPSIZER_CLIENT_WEBHOOK_QUEUE_EXECUTOR_H_
