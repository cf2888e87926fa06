# @summary The lines of the configuration for networks that may use the proxy.
# @param networks
#   The networks.
# @return
#   The lines, one a network.
function proxy::allow_lines(Array[Proxy::Network] $networks) >> Array[String[1]] {
  $networks.map |$network| { "Allow ${network}" }
}
