" Drives Vim with ALE over a folder, without a screen, and writes what it saw to a file. It is
" run by "vim -N -u NONE -S vim.vim", in a terminal, with the folder in $TREE and the server in $SERVER.
set runtimepath^=/usr/share/vim-ale hidden encoding=utf-8
function! s:say(text) abort
  call writefile([a:text], $OUT, 'a')
endfunction
function! s:fail(text) abort
  call s:say('FAILED ' . a:text)
  cquit!
endfunction
function! s:wait(what, condition) abort
  for _ in range(1000)
    if a:condition() | return | endif
    sleep 20m
  endfor
  call s:fail(a:what . ' does not happen')
endfunction

" The configuration that docs/editors.md gives, with this server.
filetype on
autocmd BufRead,BufNewFile *.pp setfiletype puppet
let g:ale_linters = {'puppet': ['puppet-lint-server']}
let g:ale_fixers = {'puppet': ['puppet-lint-format']}
let g:ale_hover_to_preview = 1
runtime plugin/ale.vim
call ale#linter#Define('puppet', {
\   'name': 'puppet-lint-server',
\   'lsp': 'stdio',
\   'executable': $SERVER,
\   'command': '%e server',
\   'project_root': {-> getcwd()},
\})
function! s:Format(buffer) abort
  return {'command': ale#Escape($SERVER) . ' format --stdin-filename %s -'}
endfunction
call ale#fix#registry#Add('puppet-lint-format', expand('<SID>') . 'Format', ['puppet'], 'Format with puppet-lint')

" What a person would type.
let s:answer = {message -> ''}
runtime autoload/ale/util.vim
function! ale#util#Input(message, value, ...) abort
  return s:answer(a:message)
endfunction

function! s:edit(name) abort
  execute 'edit!' fnameescape($TREE . '/' . a:name)
endfunction
function! s:to(text) abort
  call cursor(1, 1)
  if !search('\V' . a:text, 'cW') | call s:fail('there is no ' . a:text) | endif
endfunction

call s:edit('modules/web/manifests/init.pp')
let s:buffer = bufnr('')
call ale#Queue(0, 'lint_file')
call s:wait('findings', {-> !empty(ale#engine#GetLoclist(s:buffer))})
sleep 1500m
for s:one in ale#engine#GetLoclist(s:buffer)
  call s:say(printf('finding %d:%d: %s', s:one.lnum, s:one.col, get(s:one, 'code', '?')))
endfor

call s:to('port,')
ALEHover
call s:wait('hover', {-> !empty(filter(range(1, winnr('$')), 'getwinvar(v:val, "&previewwindow")'))})
wincmd P
if join(getline(1, '$'), "\n") !~# 'the port to listen at' | call s:fail('hover: ' . join(getline(1, '$'), "\n")) | endif
pclose
call s:say('hover ok')

call s:to('web::vhost {')
ALEGoToDefinition
call s:wait('definition', {-> expand('%') =~# 'vhost\.pp$'})
call s:say('definition ok')
execute 'buffer' s:buffer

call s:to('port,')
ALEFindReferences -quickfix
call s:wait('references', {-> !empty(getqflist())})
call s:say('references ' . len(getqflist()))
cclose
execute 'buffer' s:buffer

" ALE itself completes words without '$' and '::' only.
call append(12, '  unles')
setlocal omnifunc=ale#completion#OmniFunc completeopt=menu
execute "normal! 13GA\<C-x>\<C-o>"
if getline(13) isnot# '  unless' | call s:fail('completion wrote ' . getline(13)) | endif
call s:say('completion ok')
13delete _

call s:to('"plain"')
let s:answer = {message -> matchstr(message, '\d\+\ze) [^' . "\n" . ']*single quotes')}
ALECodeAction
call s:wait('action', {-> join(getline(1, '$'), "\n") =~# "'plain'"})
call s:say('action ok')

call s:to('port,')
let s:answer = {message -> 'listen'}
ALERename
call s:wait('rename', {-> join(getline(1, '$'), "\n") =~# '\$listen'})
call s:say('rename ok')

silent! wall

" A class that another program writes: ALE does not watch files, the server does.
function! s:isUnknown() abort
  return !empty(filter(copy(ale#engine#GetLoclist(s:buffer)), 'get(v:val, "code", "") is# "unknown_class"'))
endfunction
call append(line('$') - 1, '  include web::late')
call ale#Queue(0)
call s:wait('unknown_class', {-> s:isUnknown()})
call writefile(['# Late.', 'class web::late {}'], $TREE . '/modules/web/manifests/late.pp')
call s:wait('the end of unknown_class', {-> !s:isUnknown()})
call s:say('watching ok')

call append(line('$') - 1, '  notice( 1,2 )')
ALEFix
call s:wait('formatting', {-> join(getline(1, '$'), "\n") =~# 'notice(1, 2)'})
silent! wall
call s:say('formatting ok')
qall!
