/** What the notices of the window add in detail. */
export const noticeTexts = {
  'settings-unreadable':
    "Parley can't read its settings file ({code}), so it uses the defaults. The file is unchanged; new settings last until you quit.",
  'settings-newer':
    'Your settings were written by a newer Parley (format {version}), so the defaults are used. The file is unchanged; new settings last until you quit.',
  'settings-damaged': 'Your settings file is damaged ({faults}). {kept} Check your settings.',
  'settings-not-json': 'it is not a JSON object',
  'settings-value-unusable': '{name} can’t be used',
  'settings-kept-as': 'It was saved as {file}.',
  'settings-left': 'The file is unchanged; new settings last until you quit.',
  'frame-unreadable': 'A frame from the service could not be read and was skipped.',
  'tools-set-aside': '{reasons}',
  'tools-not-an-object': 'The arguments of {tools} are not an object',
  'tools-schema-too-large': 'The schema of {tools} is too large for Gemini',
  'tools-schema-too-deep': 'The schema of {tools} is nested too deeply for Gemini',
  'tools-bad-name': 'Gemini does not accept the name {tools}',
  'tools-same-name': 'More than one tool is called {tools}; the first one is used',
  'tools-too-many': 'Gemini accepts at most {most} tools, so these were left out: {tools}',
  'tools-too-large-together': 'All tools together are too large for Gemini, so these were left out: {tools}',
  'store-set-aside': 'The file with your conversations was damaged. It was saved as {file}, and a new one was started.',
  'store-damaged': 'The file with your conversations is damaged.',
  'store-foreign':
    "{file} in Parley's data folder belongs to another program, so Parley did not touch it. Move it away and restart Parley.",
  'store-newer':
    'Your conversations were written by a newer Parley (format {version}, this one reads up to {known}). They are unchanged. Start the newer Parley to continue.',
  'store-unavailable':
    "Parley can't open the file with your conversations ({code}). The file is unchanged, but new conversations are not saved. Check that the disk is not full and that you can write to Parley's data folder, then restart Parley.",
  'store-unwritable':
    'Parley can’t write to the disk at the moment ({code}). Free some space, allow writing to the file, or close the program that uses it. Parley tries again every few seconds.',
  'key-store-closed':
    'Your saved key is still here, encrypted, but the system’s key store that opens it is gone, locked or replaced. Bring it back and restart Parley, or save the key again.',
  'server-away': 'The libSQL server did not answer ({detail}). Everything is safe on this computer and syncs when the server is back.',
  'server-refused':
    'The libSQL server rejected the token ({detail}). Everything is safe on this computer. Enter a token with read and write access under Settings, Storage and privacy.',
  'server-not-libsql':
    'There is no libSQL server at this address ({detail}). Everything is safe on this computer. Check the address under Settings, Storage and privacy.',
  'server-failed':
    'The libSQL server rejected the data ({detail}). Everything is safe on this computer; Parley tries again every 20 seconds.',
  'key-variable-ignored': '{variable} was ignored. {problem}',
  'key-empty': 'There is no key in the field. Paste the key from Google AI Studio.',
  'key-malformed':
    'The key has a space, a line break or a character that keys never have. Copy it again from Google AI Studio, with nothing else.',
  'hold-not-watched': 'The system does not let Parley watch a held key.',
  'shortcut-taken':
    '{obstacle} The shortcut {keys} is taken by another program: choose another one under Settings, Hotkeys, or talk with this window in front.',
  'recording-unreadable': "{file} can't be read ({code}). Check that the file exists and that you can read it.",
  'wayland-no-hold': 'This desktop uses Wayland, which does not let a program watch a held key.',
  'portal-missing': 'This desktop uses Wayland and has no portal for shortcuts, so no key can be held outside this window.',
  'portal-refused':
    'The desktop asked you to let Parley use its keys, and the request was not accepted. Choose another key under Settings, Hotkeys, and it asks again.',
  'portal-failed': 'The desktop’s portal for shortcuts gave Parley no keys.',
  'portal-closed': 'The desktop has revoked Parley’s keys.',
  'key-in-browser': 'In a browser the talk key works only while this page is in front.',
  'no-display': 'There is no display to take keys from.',
  'keyboard-not-trusted':
    'macOS does not let Parley watch the keyboard yet. Allow it under System Settings, Privacy & Security, Accessibility, then start Parley again.',
} as const
