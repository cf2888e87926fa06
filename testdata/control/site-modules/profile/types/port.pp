# @summary A port that a service listens on.
type Profile::Port = Integer[1, 65535]
