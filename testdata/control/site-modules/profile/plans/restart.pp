# @summary Restarts a service on several nodes, one after the other.
# @param targets
#   The nodes.
# @param service
#   The name of the service.
plan profile::restart(TargetSpec $targets, String[1] $service) {
  $nodes = get_targets($targets)
  $nodes.each |$node| {
    run_task('profile::restart', $node, { 'service' => $service })
  }
}
