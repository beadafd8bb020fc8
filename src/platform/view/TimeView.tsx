import { friendlyTime, fullTime } from '../friendly-time.ts'
import type { Reader } from './reader.ts'

/**
 * When something was, in words ("5 minutes ago"), with the exact time as its tooltip.
 *
 * The server writes it in its own time zone and at the time of its answer: the browser writes it again once it is live.
 * @param at ISO 8601
 */
export function TimeView({ at, reader }: { at: string; reader: Reader }) {
  const time = Date.parse(at)
  return (
    <time key={String(reader.isLive)} dateTime={at} title={fullTime(time, reader.locale)} suppressHydrationWarning>
      {friendlyTime(time, reader.now, reader.locale)}
    </time>
  )
}
