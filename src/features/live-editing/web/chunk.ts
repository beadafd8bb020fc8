/** Parts of the editor that edit a text together with others, loaded with the first such text. */
import './live.css'

export { LivePeople } from './LivePeople.tsx'
export { openLiveText } from './live-text.ts'
