# @summary An IPv4 network in CIDR notation.
type Proxy::Network = Pattern[/\A\d{1,3}(\.\d{1,3}){3}\/\d{1,2}\z/]
