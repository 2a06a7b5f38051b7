#ifndef CPSIZER_CLIENT_EFFECTS_BASELINE_TABLE_H_
#define CPSIZER_CLIENT_EFFECTS_BASELINE_TABLE_H_

namespace cpsizer::effects {

// The requests of the manifests of kBaselineRelease. Source: the Deployments and StatefulSets in
// control-plane-operator/controllers/hostedcontrolplane/v2/assets of the repository hypershift at 3ee96155.
inline constexpr char kBaselineTable[] = R"csv(component,container,cpu,memory
aws-cloud-controller-manager,cloud-controller-manager,75m,60Mi
aws-node-termination-handler,aws-node-termination-handler,50m,64Mi
aws-node-termination-handler,token-minter-kube,10m,30Mi
azure-cloud-controller-manager,cloud-controller-manager,75m,60Mi
catalog-operator,catalog-operator,10m,80Mi
certified-operators-catalog,registry,10m,160Mi
cloud-credential-operator,cloud-credential-operator,10m,75Mi
cluster-api,manager,10m,40Mi
cluster-autoscaler,cluster-autoscaler,10m,60Mi
cluster-image-registry-operator,cluster-image-registry-operator,10m,50Mi
cluster-network-operator,cluster-network-operator,10m,100Mi
cluster-network-operator,client-token-minter,10m,30Mi
cluster-network-operator,remove-old-cno,10m,50Mi
cluster-network-operator,init-client-token-minter,10m,10Mi
cluster-network-operator,rewrite-config,10m,50Mi
cluster-node-tuning-operator,cluster-node-tuning-operator,10m,50Mi
cluster-policy-controller,cluster-policy-controller,10m,200Mi
cluster-storage-operator,cluster-storage-operator,10m,20Mi
cluster-version-operator,cluster-version-operator,20m,70Mi
cluster-version-operator,prepare-payload,10m,20Mi
cluster-version-operator,bootstrap,10m,10Mi
community-operators-catalog,registry,10m,160Mi
control-plane-operator,control-plane-operator,10m,80Mi
control-plane-pki-operator,control-plane-pki-operator,10m,80Mi
csi-snapshot-controller-operator,csi-snapshot-controller-operator,10m,65Mi
dns-operator,dns-operator,10m,29Mi
endpoint-resolver,endpoint-resolver,5m,20Mi
etcd,etcd,300m,600Mi
etcd,etcd-metrics,40m,200Mi
etcd,healthz,10m,50Mi
gcp-cloud-controller-manager,cloud-controller-manager,75m,60Mi
hosted-cluster-config-operator,hosted-cluster-config-operator,60m,80Mi
ignition-server-proxy,haproxy,10m,20Mi
ignition-server,ignition-server,10m,40Mi
ignition-server,fetch-feature-gate,10m,40Mi
ingress-operator,ingress-operator,10m,80Mi
karpenter-operator,karpenter-operator,10m,60Mi
karpenter,karpenter,10m,60Mi
konnectivity-agent,konnectivity-agent,40m,50Mi
kube-apiserver,kube-apiserver,350m,2Gi
kube-apiserver,bootstrap,10m,10Mi
kube-apiserver,konnectivity-server,10m,50Mi
kube-apiserver,audit-logs,5m,10Mi
kube-apiserver,init-bootstrap-render,30m,50Mi
kube-apiserver,init-auth-bootstrap-render,30m,50Mi
kube-controller-manager,kube-controller-manager,100m,600Mi
kube-scheduler,kube-scheduler,25m,150Mi
kube-storage-version-migrator,migrator,10m,200Mi
kubevirt-cloud-controller-manager,cloud-controller-manager,75m,60Mi
kubevirt-csi-controller,csi-driver,10m,50Mi
kubevirt-csi-controller,csi-provisioner,10m,50Mi
kubevirt-csi-controller,csi-attacher,10m,50Mi
kubevirt-csi-controller,csi-liveness-probe,10m,50Mi
kubevirt-csi-controller,csi-snapshotter,10m,50Mi
kubevirt-csi-controller,csi-resizer,10m,50Mi
machine-approver,machine-approver,10m,50Mi
metrics-proxy,metrics-proxy,10m,40Mi
oauth-openshift,oauth-openshift,25m,40Mi
oauth-openshift,audit-logs,5m,10Mi
olm-operator,olm-operator,10m,160Mi
openshift-apiserver,openshift-apiserver,100m,200Mi
openshift-apiserver,audit-logs,5m,10Mi
openshift-controller-manager,openshift-controller-manager,100m,100Mi
openshift-oauth-apiserver,openshift-oauth-apiserver,150m,80Mi
openshift-oauth-apiserver,audit-logs,5m,10Mi
openshift-route-controller-manager,openshift-route-controller-manager,100m,100Mi
openstack-cloud-controller-manager,cloud-controller-manager,200m,50Mi
packageserver,packageserver,10m,250Mi
powervs-cloud-controller-manager,cloud-controller-manager,75m,60Mi
redhat-operators-catalog,registry,10m,420Mi
router,router,50m,40Mi
)csv";

}  // namespace cpsizer::effects

#endif  // CPSIZER_CLIENT_EFFECTS_BASELINE_TABLE_H_
