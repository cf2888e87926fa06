package erb

import "strings"

// templateNames are the names without arguments that are defined in every template: the methods
// of Puppet's TemplateWrapper, including inherited ones (private_instance_methods of Puppet 8),
// and the local variables at the place where it runs the template.
const templateNames = `
 _ __callee__ __dir__ __id__ __method__ __send__ _erbout abort alert all_tags at_exit autoload benchmark binding 
 caller caller_locations catch class class_def classes clear_environment clone create_erb crit daemonize debug 
 default_env define_singleton_method deterministic_rand deterministic_rand_int display dup emerg enum_for err 
 escaped_template_source eval exec exit exit_on_fail extend fail file fork format freeze gem gem_original_require 
 get_env get_environment gets global_variables hash info initialize initialize_clone initialize_copy initialize_dup 
 inspect instance_eval instance_exec instance_variable_get instance_variable_set instance_variables itself j jj 
 lambda load local_variables loop merge_environment meta_def meta_eval meta_undef method method_missing methods n_ 
 notice object_id open p path_to_uri pp print printf private_methods proc protected_methods public_method 
 public_methods public_send putc puts raise rand readline readlines remove_instance_variable replace_file require 
 require_relative result rfc2396_escape safe_posix_fork scope script_line select send set_env set_trace_func 
 singleton_class singleton_method singleton_method_added singleton_method_removed singleton_method_undefined 
 singleton_methods skip_external_facts sleep spawn sprintf srand string symbolizehash syscall system tags taint tap 
 template template_source test then thinmark throw to_enum to_json to_s to_yaml trace_var trap trust untaint 
 untrace_var untrust uri_encode uri_query_encode uri_to_path uri_unescape warn warning which withenv yield_self 
`

// IsTemplateName reports whether name is defined in every template.
func IsTemplateName(name string) bool { return strings.Contains(templateNames, " "+name+" ") }
