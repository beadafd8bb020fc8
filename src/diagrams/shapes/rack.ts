/** Equipment of a rack, seen from the front. */
import { o, r, sketches } from './sketch.ts'

export const rackShapes = sketches('network', [
  [
    'rack-frame',
    'Rack frame',
    [200, 320],
    'cabinet 19 inch container',
    'bM0 0L100 0L100 100L0 100ZM12 4L12 96L88 96L88 4Z | sM6 8L6 92M94 8L94 92',
  ],
  [
    'rack-unit',
    'Rack unit',
    [200, 20],
    'server 19 inch chassis',
    `b${r(0, 0, 100, 100)} | i${o(4, 30, 1, 10)}${o(4, 70, 1, 10)} | sM12 25L60 25M12 50L60 50M12 75L60 75 | d${r(68, 20, 26, 60)}`,
  ],
  [
    'rack-storage',
    'Rack storage',
    [200, 40],
    'disks array 19 inch nas san',
    `b${r(0, 0, 100, 100)} | d${r(6, 12, 20, 34)} | d${r(29, 12, 20, 34)} | d${r(52, 12, 20, 34)} | d${r(75, 12, 20, 34)} | d${r(6, 54, 20, 34)} | d${r(29, 54, 20, 34)} | d${r(52, 54, 20, 34)} | d${r(75, 54, 20, 34)}`,
  ],
  [
    'rack-switch',
    'Rack switch',
    [200, 20],
    'router network 19 inch ports',
    `b${r(0, 0, 100, 100)} | d${r(10, 20, 8, 26)} | d${r(20, 20, 8, 26)} | d${r(30, 20, 8, 26)} | d${r(40, 20, 8, 26)} | d${r(50, 20, 8, 26)} | d${r(60, 20, 8, 26)} | d${r(10, 54, 8, 26)} | d${r(20, 54, 8, 26)} | d${r(30, 54, 8, 26)} | d${r(40, 54, 8, 26)} | d${r(50, 54, 8, 26)} | d${r(60, 54, 8, 26)} | i${o(80, 50, 1.5, 14)}${o(86, 50, 1.5, 14)}${o(92, 50, 1.5, 14)}`,
  ],
  [
    'patch-panel',
    'Patch panel',
    [200, 20],
    'network 19 inch ports',
    `b${r(0, 0, 100, 100)} | b${r(6, 28, 9, 44)} | b${r(17, 28, 9, 44)} | b${r(28, 28, 9, 44)} | b${r(39, 28, 9, 44)} | b${r(52, 28, 9, 44)} | b${r(63, 28, 9, 44)} | b${r(74, 28, 9, 44)} | b${r(85, 28, 9, 44)}`,
  ],
  [
    'power-strip',
    'Power strip',
    [200, 20],
    'pdu ups sockets 19 inch',
    `b${r(0, 0, 100, 100)} | b${o(14, 50, 3.4, 32)} | b${o(28, 50, 3.4, 32)} | b${o(42, 50, 3.4, 32)} | b${o(56, 50, 3.4, 32)} | b${o(70, 50, 3.4, 32)} | i${r(84, 25, 10, 50)}`,
  ],
  [
    'cable-duct',
    'Cable duct',
    [200, 20],
    'management 19 inch',
    `b${r(0, 0, 100, 100)} | sM10 0L10 70M20 0L20 70M30 0L30 70M40 0L40 70M50 0L50 70M60 0L60 70M70 0L70 70M80 0L80 70M90 0L90 70`,
  ],
  [
    'rack-shelf',
    'Rack shelf',
    [200, 20],
    'blank tray 19 inch',
    `b${r(0, 0, 100, 100)} | sM3 30L7 30M3 70L7 70M93 30L97 30M93 70L97 70`,
  ],
])
