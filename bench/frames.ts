import type { Frame } from 'playwright-core'

export interface FrameTimes {
  framesPerSecond: number
  /** Time from each input until the frame after it is painted, in milliseconds. */
  waits: number[]
}

/** Frames and waits of inputs while `act` runs a number of steps. @param event that each input raises */
export async function measured(
  frame: Frame,
  event: string,
  steps: number,
  act: (step: number) => Promise<void>,
): Promise<FrameTimes> {
  await frame.evaluate(name => {
    const record = { frames: [] as number[], waits: [] as number[], isOver: false }
    Object.assign(window, { benchRecord: record })
    addEventListener(
      name,
      ({ timeStamp }) => {
        if (record.isOver) return
        requestAnimationFrame(() => {
          // A message is handled when the frame that was asked for has been drawn.
          const channel = new MessageChannel()
          channel.port1.onmessage = () => record.waits.push(performance.now() - timeStamp)
          channel.port2.postMessage(null)
        })
      },
      { capture: true, passive: true },
    )
    const count = (now: number) => {
      record.frames.push(now)
      if (!record.isOver) requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
  }, event)
  for (let step = 0; step < steps; step++) await act(step)
  const { frames, waits } = await frame.evaluate(() => {
    const { benchRecord: record } = window as unknown as {
      benchRecord: { frames: number[]; waits: number[]; isOver: boolean }
    }
    record.isOver = true
    return record
  })
  const seconds = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1000
  return { framesPerSecond: (frames.length - 1) / seconds, waits }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
