/** File type icons as SVG content, for server and browser. From Lucide (ISC licence). */
const PAGE =
  '<path d="M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z"/><path d="M14 2v5a1 1 0 0 0 1 1h5"/>'

export const fileIcons = {
  picture:
    '<rect width="18" height="18" x="3" y="3" rx="2" ry="2"/><circle cx="9" cy="9" r="2"/><path d="m21 15-3.086-3.086a2 2 0 0 0-2.828 0L6 21"/>',
  media: '<path d="M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z"/>',
  sheet: `${PAGE}<path d="M8 13h2"/><path d="M14 13h2"/><path d="M8 17h2"/><path d="M14 17h2"/>`,
  text: `${PAGE}<path d="M8 13h8"/><path d="M8 17h8"/><path d="M8 9h2"/>`,
  code: `${PAGE}<path d="m10 12.5-2 2.5 2 2.5"/><path d="m14 12.5 2 2.5-2 2.5"/>`,
  diagram:
    '<rect width="8" height="8" x="3" y="3" rx="2"/><path d="M7 11v4a2 2 0 0 0 2 2h4"/><rect width="8" height="8" x="13" y="13" rx="2"/>',
  archive:
    '<rect width="20" height="5" x="2" y="3" rx="1"/><path d="M4 8v11a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V8"/><path d="M10 12h4"/>',
  file: PAGE,
} as const

export type FileIconName = keyof typeof fileIcons

/** Icon of a {@link niceType}. */
export function fileIconOf(niceType: string): FileIconName {
  switch (niceType) {
    case 'Image':
      return 'picture'
    case 'Multimedia':
      return 'media'
    case 'Excel Spreadsheet':
      return 'sheet'
    case 'Zip Archive':
      return 'archive'
    case 'Oxbow Diagram':
    case 'Gliffy Diagram':
    case 'draw.io Diagram':
      return 'diagram'
    case 'HTML Document':
    case 'XML File':
      return 'code'
    case 'PDF Document':
    case 'Word Document':
    case 'PowerPoint Presentation':
    case 'Text File':
      return 'text'
    default:
      return 'file'
  }
}
