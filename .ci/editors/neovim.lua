-- Drives Neovim's own client over a folder, without a screen, and writes what it saw
-- to a file. It is run by "nvim --headless -u NONE -c 'luafile neovim.lua'" with the
-- folder in $TREE and the server in $SERVER.
local tree, server = vim.env.TREE, vim.env.SERVER
local out = io.open(vim.env.OUT, 'w')
local function say(...) out:write(string.format(...) .. '\n') end
local function fail(...) say('FAILED ' .. string.format(...)); out:close(); vim.cmd('cquit 1') end
local function wait(what, condition)
  if not vim.wait(20000, condition, 20) then fail('%s does not happen', what) end
end
local bufs = {}
local client_id
local function open(name)
  vim.cmd('edit ' .. tree .. '/' .. name)
  local buf = vim.api.nvim_get_current_buf()
  if not client_id then
    client_id = vim.lsp.start_client({ cmd = { server, 'server', '--stdio' }, root_dir = tree,
      workspace_folders = { { uri = vim.uri_from_fname(tree), name = 'tree' } } })
    wait('initialize', function() local c = vim.lsp.get_client_by_id(client_id); return c and c.initialized end)
  end
  if not bufs[buf] then vim.lsp.buf_attach_client(buf, client_id); bufs[buf] = true end
  return buf
end
local function ask(buf, method, params)
  local answers = vim.lsp.buf_request_sync(buf, method, params, 20000)
  if not answers or not answers[client_id] then fail('%s has no answer', method) end
  if answers[client_id].error then fail('%s: %s', method, vim.inspect(answers[client_id].error)) end
  return answers[client_id].result
end
local function at(buf, text)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buf, 0, -1, false)) do
    local column = line:find(text, 1, true)
    if column then return { textDocument = vim.lsp.util.make_text_document_params(buf), position = { line = number - 1, character = column - 1 } } end
  end
  fail('there is no %s', text)
end

local init = open('modules/web/manifests/init.pp')
wait('findings', function() return #vim.diagnostic.get(init) > 0 end)
vim.wait(1500, function() return false end, 50)
local found = {}
for _, one in ipairs(vim.diagnostic.get(init)) do
  table.insert(found, string.format('%d:%d: %s', one.lnum + 1, one.col + 1, one.code or (one.user_data and one.user_data.lsp and one.user_data.lsp.code) or '?'))
end
table.sort(found)
for _, line in ipairs(found) do say('finding %s', line) end

local hover = ask(init, 'textDocument/hover', at(init, 'port,'))
if not hover.contents.value:find('the port to listen at', 1, true) then fail('hover: %s', vim.inspect(hover)) end
say('hover ok')

local place = at(init, 'web::vhost {')
local definition = ask(init, 'textDocument/definition', place)
if not (definition[1].uri or definition[1].targetUri):find('vhost.pp', 1, true) then fail('definition: %s', vim.inspect(definition)) end
say('definition ok')

local references = at(init, 'port,')
references.context = { includeDeclaration = true }
say('references %d', #ask(init, 'textDocument/references', references))

-- completion, accepted as the client does
vim.api.nvim_buf_set_lines(init, 10, 10, false, { '  include web::vh' })
vim.api.nvim_buf_set_lines(init, 10, 11, false, { '  $y = $po' })
local completed = ask(init, 'textDocument/completion', { textDocument = vim.lsp.util.make_text_document_params(init), position = { line = 10, character = 10 } })
local item
for _, one in ipairs(completed.items or completed) do if one.label == 'port' then item = one end end
if not item then fail('completion has no port') end
vim.lsp.util.apply_text_edits({ item.textEdit }, init, 'utf-16')
if vim.api.nvim_buf_get_lines(init, 10, 11, false)[1] ~= '  $y = $port' then fail('completion wrote %s', vim.api.nvim_buf_get_lines(init, 10, 11, false)[1]) end
vim.api.nvim_buf_set_lines(init, 10, 11, false, {})
say('completion ok')

-- a code action
local action = at(init, '"plain"')
action.range = { start = action.position, ['end'] = action.position }
action.context = { diagnostics = {} }
local applied = false
for _, one in ipairs(ask(init, 'textDocument/codeAction', action)) do
  if one.title:find('single quotes', 1, true) then vim.lsp.util.apply_workspace_edit(one.edit, 'utf-16'); applied = true end
end
if not applied then fail('no action quotes') end
if not table.concat(vim.api.nvim_buf_get_lines(init, 0, -1, false), '\n'):find("'plain'", 1, true) then fail('the action changed nothing') end
say('action ok')

-- rename over manifests, template and data, written to disk
local rename = at(init, 'port,')
rename.newName = 'listen'
vim.lsp.util.apply_workspace_edit(ask(init, 'textDocument/rename', rename), 'utf-16')
say('rename ok')

-- formatting
local edits = ask(init, 'textDocument/formatting', { textDocument = vim.lsp.util.make_text_document_params(init), options = { tabSize = 2, insertSpaces = true } })
vim.lsp.util.apply_text_edits(edits, init, 'utf-16')
vim.cmd('silent! wall')
say('formatting ok')
vim.lsp.stop_client(client_id)
out:close()
vim.cmd('qall!')
