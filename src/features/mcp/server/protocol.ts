import { createMcpHandler, McpServer, type ToolAnnotations } from '@modelcontextprotocol/server'
import { MarkdownError } from '#language/markdown/index.ts'
import type { App } from '#platform/server/app.ts'
import { isReadOnly, READ_ONLY_MESSAGE } from '#platform/server/http/access-mode.ts'
import { sentenceOf } from '#platform/error-text.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { version } from '#platform/server/package.ts'
import { refuseReadOnlyToken } from '#platform/server/http/read-only-token.ts'
import { tools, type ToolCall } from './tools.ts'

const INSTRUCTIONS = `A wiki. Pages are Markdown here, but are stored in a richer format: edit single blocks (edit_page) \
instead of writing whole pages anew, so that macros, tables and formatting of all other blocks stay as they are. \
Read a page before you edit it; its version protects it from overwriting what others have changed since.`

/** Answers messages of the protocol for the user of a request. */
export function createProtocol(app: App): (message: unknown, call: ToolCall) => Promise<Answer> {
  const handler = createMcpHandler(({ authInfo }) => serverFor(app, authInfo?.extra?.['call'] as ToolCall), {
    responseMode: 'json',
    onerror: error => app.log.info({ err: error }, 'an agent sent a message that cannot be answered'),
  })
  return async (message, call) => {
    if (isSubscription(message)) throw new HttpError(400, 'This wiki sends no notifications', { forPrograms: true })
    const headers = new Headers()
    for (const name of ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']) {
      const value = call.request.headers[name]
      if (typeof value === 'string') headers.set(name, value)
    }
    const scopes = call.ctx.authentication.mayOnlyRead ? ['read'] : ['read', 'write']
    const request = new Request(app.baseUrl + call.request.url, { method: 'POST', headers })
    const authInfo = { token: '', clientId: call.ctx.viewer.username, scopes, extra: { call } }
    const response = await handler.fetch(request, { authInfo, parsedBody: message })
    return new Answer(
      response.status,
      { 'content-type': response.headers.get('content-type') ?? 'application/json', 'cache-control': 'no-store' },
      Buffer.from(await response.arrayBuffer()),
    )
  }
}

/** A stream that never ends would be kept open for nothing: a client reads again when it wants to know. */
function isSubscription(message: unknown): boolean {
  return (
    typeof message === 'object' && message !== null && 'method' in message && message.method === 'subscriptions/listen'
  )
}

function serverFor(app: App, call: ToolCall): McpServer {
  const server = new McpServer({ name: 'oxbow', title: 'Oxbow', version }, { instructions: INSTRUCTIONS })
  for (const tool of tools) {
    const annotations: ToolAnnotations = {
      readOnlyHint: !tool.changes,
      destructiveHint: tool.name === 'edit_page',
      openWorldHint: false,
    }
    const { name, title, description, input } = tool
    server.registerTool(name, { title, description, inputSchema: input, annotations }, async (given: unknown) => {
      try {
        if (tool.changes) {
          refuseReadOnlyToken(call.ctx.authentication)
          if (isReadOnly(app)) throw new HttpError(405, READ_ONLY_MESSAGE)
        }
        return { content: [{ type: 'text' as const, text: await tool.run(given as never, call) }] }
      } catch (error) {
        return { content: [{ type: 'text' as const, text: problemOf(app, error) }], isError: true }
      }
    })
  }
  return server
}

/** Words for the agent. Failures of the wiki itself are logged. */
function problemOf(app: App, error: unknown): string {
  if (error instanceof HttpError) return error.errors.map(sentenceOf).join('\n') || error.message
  if (error instanceof MarkdownError) return error.message
  app.log.error({ err: error }, 'a tool for agents failed')
  return 'The wiki failed to do this. Its administrator finds the reason in the log.'
}
