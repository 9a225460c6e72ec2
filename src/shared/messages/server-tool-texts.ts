/** Why MCP servers and their tools are not available, and how their calls ended. */
export const serverToolTexts = {
  'outcome-unknown': 'The outcome of this call is unknown: it may have had its effect. Parley does not run it again by itself.',
  'server-call-lost':
    'The outcome of this call is unknown: {server} sent no result. It may have had its effect. Parley does not run it again by itself.',
  'server-call-failed': '{server} reports a failure: {reason}',
  'server-page-visited':
    '{server} wants a page to be visited before this call, and the user has opened it. Nothing was run. Call again when the user says that it is done.',
  'server-page-not-visited': '{server} wants a page to be visited before this call, and the user has not opened it. Nothing was run.',
  'server-not-running': 'Nothing was run: {server} is not running. {reason}',
  'server-tool-changed':
    '{server} has changed {tool} since you allowed it. Nothing was run. Check the change under Settings, Tools and rules.',
  'server-command-missing': 'The command {command} was not found in these folders: {path}',
  'server-node-missing':
    'The command {command} was not found. It comes with Node.js: get it from nodejs.org, then restart this server. These folders were searched: {path}',
  'server-uv-missing':
    'The command {command} was not found. It comes with uv: get it from docs.astral.sh/uv, then restart this server. These folders were searched: {path}',
  'server-batch-argument':
    'Windows would read an argument with a quotation mark, a percent sign or a line break in another way, because {command} is a batch file. Nothing was started. Enter the program that it starts, such as node, instead.',
  'server-too-slow': 'It did not start within {seconds} s.',
  'server-ended': 'It ended. {output}',
  'server-sign-in': 'It asks for a sign-in.',
  'server-more-rights': 'It asks for a sign-in with more rights.',
  'server-sign-in-late': 'The sign-in was not finished in time.',
  'server-sign-in-refused': 'The sign-in was refused.',
  'server-sign-in-failed': 'The answer of the sign-in service could not be used.',
  'server-unreachable': 'It could not be reached: {reason}',
  'server-too-many-tools': 'It lists more than {most} tools.',
  'server-content-failed': '{server} gave nothing to attach. {reason}',
  'server-content-too-large': 'It is more than {most} MB or {files} files.',
  'server-content-refused': 'It refused: {reason}',
  'server-content-late': 'It did not answer within {seconds} s.',
  'server-not-mcp': 'It writes output that is not MCP.',
  'server-floods': 'It sends more messages than Parley can take.',
  'server-tool-same-name': 'Another tool of this server has the same name for Gemini.',
  'server-tool-too-large': 'Its definition is too large.',
} as const
