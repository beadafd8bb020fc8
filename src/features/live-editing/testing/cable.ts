import type { Page, WebSocketRoute } from 'playwright-core'

/** Cuts the connection of a page, and lets it connect again. */
export async function cable(page: Page): Promise<{ cut: () => Promise<void>; plug: () => void }> {
  let isCut = false
  const open = new Set<WebSocketRoute>()
  await page.routeWebSocket(/\/live\//, socket => {
    if (isCut) return void socket.close({ code: 1011 })
    open.add(socket)
    socket.connectToServer()
  })
  return {
    async cut() {
      isCut = true
      for (const socket of open) await socket.close({ code: 1011 })
      open.clear()
    },
    plug: () => {
      isCut = false
    },
  }
}
