# @summary What a web site needs.
type Profile::Site = Struct[{
  port          => Profile::Port,
  Optional[tls] => Boolean,
}]
