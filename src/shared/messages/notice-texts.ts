/** What the notices of the window add in detail. */
export const noticeTexts = {
  'settings-unreadable':
    "Parley can't read its settings file ({code}), so it uses the defaults. The file was left as it is; changes hold until you quit.",
  'settings-newer':
    'Your settings were written by a newer Parley (format {version}), so the defaults are used. The file was left as it is; changes hold until you quit.',
  'settings-damaged': 'Your settings file is damaged ({faults}). {kept} Look through your settings.',
  'settings-kept-as': 'It was kept as {file}.',
  'settings-left': 'It was left as it is; changes hold until you quit.',
  'frame-unreadable': 'A frame from the service could not be read and was passed by.',
  'tools-not-an-object': 'The arguments of {tools} are not an object',
  'tools-schema-too-large': 'The schema of {tools} is too large for Gemini',
  'tools-schema-too-deep': 'The schema of {tools} is nested too deeply for Gemini',
  'tools-bad-name': 'Gemini does not take the name {tools}',
  'tools-same-name': 'More than one tool is called {tools}; the first one is used',
  'tools-too-many': 'Gemini takes at most {most} tools, so it was not told of {tools}',
  'tools-too-large-together': 'All tools together are too large for Gemini, so it was not told of {tools}',
  'store-set-aside': 'The file with your conversations was damaged. It was kept as {file}, and a new one was begun.',
  'store-damaged': 'The file with your conversations is damaged.',
  'store-foreign': "{file} in Parley's data folder belongs to another program, so it was left alone. Move it away and start Parley again.",
  'store-newer':
    'Your conversations were written by a newer Parley (format {version}, this one reads up to {known}). They are kept as they are. Start the newer Parley to go on.',
  'store-unavailable':
    "Parley can't open the file with your conversations ({code}). It was left as it is; what is said now is not kept. Check that the disk is not full and that you may write to Parley's data folder, then start again.",
  'store-unwritable':
    'The disk takes nothing at the moment ({code}). Make room on it, allow writing to the file, or end the program that holds it; Parley tries again every few seconds.',
  'key-store-closed':
    'The key that you saved is still kept, encrypted, but the key store of this system that opens it is gone, locked or another one. Bring it back and start Parley again, or save the key once more.',
  'server-away': 'The libSQL server did not answer ({detail}). Everything is kept on this computer and sent as soon as the server answers.',
  'server-refused':
    'The libSQL server did not take the token ({detail}). Everything is kept on this computer. Enter a token that may read and write, under Settings, Storage and privacy.',
  'server-not-libsql':
    'There is no libSQL server at this address ({detail}). Everything is kept on this computer. Check the address under Settings, Storage and privacy.',
  'server-failed':
    'The libSQL server refused what was sent ({detail}). Everything is kept on this computer; Parley tries again every 20 seconds.',
  'key-variable-ignored': '{variable} is not used. {problem}',
  'key-empty': 'There is no key in the field. Paste the key from Google AI Studio.',
  'key-malformed':
    'The key holds a gap, a line break or a character that keys never have. Copy it again from Google AI Studio, and nothing else with it.',
  'hold-not-watched': 'The system does not let Parley watch a held key.',
  'shortcut-taken':
    '{obstacle} The shortcut {keys} is taken by another program: choose another one under Settings, Hotkeys, or talk with this window in front.',
  'recording-unreadable': "{file} can't be read ({code}). Check that the file is there and may be read.",
  'wayland-no-hold': 'This desktop uses Wayland, which does not let a program watch a held key.',
  'portal-missing': 'This desktop uses Wayland and has no portal for shortcuts, so no key can be held outside this window.',
  'portal-refused': 'The desktop asked for keys for Parley, and got no yes. Choose another key under Settings, Hotkeys, and it asks again.',
  'portal-failed': 'The desktop’s portal for shortcuts gave Parley no keys.',
  'portal-closed': 'The desktop has taken Parley’s keys back.',
  'key-in-browser': 'In a browser the talk key works only while this page is in front.',
  'no-display': 'There is no display to take keys from.',
  'keyboard-not-trusted':
    'macOS does not let Parley watch the keyboard yet. Allow it under System Settings, Privacy & Security, Accessibility, then start Parley again.',
} as const
