/** Parts of the editor that edit a text together with others, loaded with the first such text. */
export { LivePeople } from './LivePeople.tsx'
export { openLiveText } from './live-text.ts'
