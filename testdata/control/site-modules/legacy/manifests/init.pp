# @summary Classes of this module have one mistake each, which a comment names.
class legacy {
  notify { 'legacy': }
}
