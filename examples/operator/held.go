package main

import (
	"sync"

	"k8s.io/apimachinery/pkg/types"

	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// heldClusters records why clusters keep their sizes, so that the log has one line for each change of the reason.
// Without this record, the log would have one line for each reconcile, and the VPA recommender causes a reconcile of
// each cluster every minute. Safe for concurrent use. The zero value is empty.
type heldClusters struct {
	reasons sync.Map // values are strings, keys are types.NamespacedName
}

// changed records the reason. It returns whether the reason differs from the last recorded reason of this cluster.
func (h *heldClusters) changed(cluster types.NamespacedName, reason string) bool {
	before, _ := h.reasons.Swap(cluster, reason)
	return before != reason
}

// forget removes the recorded reason of a cluster. The Reconciler calls it if the cluster cannot be read or is not
// eligible, and if no reason prevents the recommended size.
func (h *heldClusters) forget(cluster types.NamespacedName) {
	h.reasons.Delete(cluster)
}

// holdReason returns the reason why a response has no size, or an empty string if it has a size. The reason contains no
// amounts, because amounts change all the time.
func holdReason(answer *v1.RecommendSizeResponse) string {
	if answer.RecommendedSize != "" {
		return ""
	}
	return answer.Outcome.String() + " " + answer.NoRecommendationReason.String() + " " + answer.HeldBy.String()
}
