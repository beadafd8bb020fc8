import { friendlyTime, fullTime } from '../friendly-time.ts'
import type { Reader } from './reader.ts'

/**
 * Relative time ("5 minutes ago") with the exact time as tooltip.
 *
 * Rendered again once live, in the reader's time zone.
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
