/** Why a query, a source or a file of data was refused, and what was noticed about it. */
export const dataTexts = {
  'sql-too-long': { en: 'The query is longer than {limit} characters.', ja: 'クエリが{limit}文字を超えています。' },
  'sql-control-characters': {
    en: 'The query holds control characters. Write it without them.',
    ja: 'クエリに制御文字が含まれています。',
  },
  'sql-not-closed': { en: 'A quote or a comment in the query is not closed.', ja: 'クエリの引用符かコメントが閉じていません。' },
  'sql-empty': { en: 'There is no query.', ja: 'クエリがありません。' },
  'sql-several': {
    en: 'These are several statements. Send one query at a time.',
    ja: '文が複数あります。クエリは一度に一つだけ実行できます。',
  },
  'sql-no-query': {
    en: '{word} is not allowed: only queries that begin with SELECT, WITH or VALUES run. Nothing can be changed here.',
    ja: '{word}は使えません。SELECT、WITH、VALUESで始まるクエリだけを実行できます。データは変更できません。',
  },
  'sql-parameter': {
    en: 'The query has a parameter (?, :name, @name or $name). Write the value itself.',
    ja: 'クエリにパラメーターがあります。値をそのまま書いてください。',
  },
  'sql-step-refused': {
    en: 'The query would do more than read ({step}), so it was refused.',
    ja: '読み取り以外の操作（{step}）を含むため、拒否しました。',
  },
  'sql-function-refused': { en: 'The function {function} is not allowed in queries.', ja: '関数{function}はクエリでは使えません。' },
  'sql-engine': { en: 'The query does not work: {reason}.', ja: 'クエリに誤りがあります：{reason}' },
  'sql-memory': {
    en: 'The query needed more memory than it may have. Ask for less at once.',
    ja: 'クエリが使えるメモリを超えました。範囲を絞ってください。',
  },
  'sql-timeout': {
    en: 'The query did not end within {seconds} s and was stopped. Ask for less, or use an index.',
    ja: 'クエリが{seconds}秒以内に終わらなかったため、止めました。範囲を絞ってください。',
  },
  'sql-no-rows-fit': {
    en: 'One row of the result is larger than {size} MB. Ask for fewer or shorter columns.',
    ja: '結果の1行が{size} MBを超えています。列を減らしてください。',
  },
  'result-disk-full': {
    en: 'There is no room on the disk to keep the result, so nothing of it was kept. Make room, or ask for less.',
    ja: '結果を保存する空き容量がディスクにないため、何も残していません。空きを作るか、範囲を絞ってください。',
  },
  'query-not-run': { en: 'Nothing was run. {reason}', ja: '実行していません。{reason}' },
  'source-unknown': {
    en: 'There is no data source of that name. The sources are: {sources}.',
    ja: 'その名前のデータソースはありません。あるのは次のとおりです：{sources}',
  },
  'source-busy': { en: '{source} is still being read. Try again in a moment.', ja: '{source}はまだ読み込み中です。' },
  'source-failed': { en: '{source} can’t be read: {problem}', ja: '{source}を読めません：{problem}' },
  'source-name-taken': { en: 'There is a source called {name} already.', ja: '{name}という名前のデータソースがすでにあります。' },
  'source-not-database': {
    en: '{file} is no SQLite database, or it is encrypted. Nothing of it was taken over.',
    ja: '{file}はSQLiteデータベースではないか、暗号化されています。何も取り込んでいません。',
  },
  'source-damaged': {
    en: '{file} is damaged. Restore it from a backup, or mend it with sqlite3 “.recover”, and add it again.',
    ja: '{file}は壊れています。バックアップから戻すか、sqlite3の「.recover」で直してから、もう一度追加してください。',
  },
  'source-empty': { en: '{file} holds no tables.', ja: '{file}に表がありません。' },
  'source-changing': {
    en: '{file} was being written all the time, so no copy of it could be made. Try again when its program rests.',
    ja: '{file}が書き込み中のため、コピーを作れませんでした。もう一度お試しください。',
  },
  'source-gone': { en: '{file} is not there any more.', ja: '{file}がなくなっています。' },
  'source-folder': {
    en: '{file} is a folder. Add the files in it, one by one.',
    ja: '{file}はフォルダーです。中のファイルを一つずつ追加してください。',
  },
  'source-unreadable': { en: '{file} could not be read ({code}).', ja: '{file}を読めませんでした（{code}）。' },
  'source-disk-full': { en: 'There is no room on the disk for a copy of {file}.', ja: '{file}のコピーを作る空き容量がありません。' },
  'source-wrong-type': {
    en: '{file} is neither an SQLite database nor a CSV or TSV file.',
    ja: '{file}はSQLiteデータベースでも、CSVやTSVでもありません。',
  },
  'csv-encoding': {
    en: '{file} is not {encoding} in line {line}: it mixes encodings or is damaged there. Nothing was imported. Save it as UTF-8 and add it again.',
    ja: '{file}の{line}行目が{encoding}ではありません。文字コードが混ざっているか、壊れています。何も取り込んでいません。UTF-8で保存し直してから追加してください。',
  },
  'csv-quotes': {
    en: 'A quote in line {line} of {file} is not closed or stands in the middle of a value. Nothing was imported. Mend that line and add the file again.',
    ja: '{file}の{line}行目の引用符が閉じていないか、値の途中にあります。何も取り込んでいません。その行を直してから追加してください。',
  },
  'csv-too-wide': {
    en: '{file} has {columns} columns, and {most} is the most. Nothing was imported. Leave out columns and add it again.',
    ja: '{file}の列は{columns}個で、上限の{most}個を超えています。何も取り込んでいません。列を減らしてから追加してください。',
  },
  'csv-row-too-wide': {
    en: 'Line {line} of {file} has {columns} values, and {most} is the most. Nothing was imported.',
    ja: '{file}の{line}行目の値は{columns}個で、上限の{most}個を超えています。何も取り込んでいません。',
  },
  'csv-undecided': {
    en: '{file} could not be read as one table. Save it as CSV in UTF-8 and add it again.',
    ja: '{file}を一つの表として読めませんでした。UTF-8のCSVで保存し直してから追加してください。',
  },
  'csv-note-encoding': { en: 'Read as {encoding}.', ja: '文字コードは{encoding}として読み取り' },
  'csv-note-delimiter': { en: 'Values are parted by {delimiter}', ja: '区切り文字は{delimiter}' },
  'csv-note-short': {
    en: 'Rows with fewer values than there are columns: {rows}, first in line {line}. The rest of them is empty.',
    ja: '{rows}行は値が列より少なく（最初は{line}行目）、残りは空です。',
  },
  'csv-note-long': {
    en: 'Rows with more values than there are columns: {rows}, first in line {line}. They went into columns of their own.',
    ja: '{rows}行は値が列より多く（最初は{line}行目）、追加の列に入れました。',
  },
  'source-interrupted': {
    en: 'Parley was closed while {file} was read. Add it again.',
    ja: '{file}の読み込み中にParleyが終了しました。もう一度追加してください。',
  },
  'artifact-unknown': {
    en: 'There is no kept result {name}. The kept results are: {results}.',
    ja: '{name}という結果はありません。あるのは次のとおりです：{results}',
  },
  'artifact-gone': {
    en: 'The result {name} is gone. Run its query again.',
    ja: '結果{name}はもうありません。クエリをもう一度実行してください。',
  },
  'artifact-changed': {
    en: 'The rows changed while they were read. Look again.',
    ja: '読み込み中に行が変わりました。もう一度開いてください。',
  },
  'upload-over': {
    en: 'This file is not being taken over any more. Add it again.',
    ja: 'このファイルの取り込みは終わっています。もう一度追加してください。',
  },
  'upload-failed': {
    en: 'The file could not be taken over ({code}). Nothing of it was kept.',
    ja: 'ファイルを取り込めませんでした（{code}）。何も残していません。',
  },
  'export-over': {
    en: 'This file is not being written any more. Export it again.',
    ja: 'このファイルの書き出しは終わっています。もう一度書き出してください。',
  },
  'export-name-taken': {
    en: '{file} is there already. Nothing was written over it. Choose another place.',
    ja: '{file}はすでにあります。上書きしていません。別の場所を選んでください。',
  },
  'export-disk-full': {
    en: 'There is no room left on that disk, so nothing was saved. Make room or choose another place.',
    ja: '保存先のディスクに空きがないため、保存していません。空きを作るか、別の場所を選んでください。',
  },
  'export-forbidden': {
    en: 'Nothing may be written there. Choose another place.',
    ja: 'そこには書き込めません。別の場所を選んでください。',
  },
  'export-not-written': {
    en: 'The file could not be written there ({code}). Choose another place.',
    ja: 'そこにはファイルを書き込めませんでした（{code}）。別の場所を選んでください。',
  },
  'source-none': {
    en: 'There is no data source. Ask the user to add one in the data panel.',
    ja: 'データソースがありません。データパネルで追加してください。',
  },
  'artifact-none': { en: 'No results are kept. Run a query first.', ja: '保存された結果がありません。先にクエリを実行してください。' },
} as const
