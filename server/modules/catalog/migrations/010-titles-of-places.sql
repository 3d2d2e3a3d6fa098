-- Readers no longer see a number that is only a place, such as 12.01, but the title alone. A number with two decimals that the
-- file says itself goes into the title, and a title that is empty becomes the name of the file.
update catalog.chapter set title = case
    when position(no::text in source_name) > 0 then concat_ws(' ', '第' || no || '话', nullif(title, ''))
    else regexp_replace(regexp_replace(source_name, '^.*/', ''), '\.(cbz|zip|cbr|rar|cb7|7z|cbt|tar|epub|pdf)$', '', 'i')
  end
  where abs(no * 10 - round(no * 10)) > 0.000001 and 'title' <> all(set_by_hand)
    and (title = '' or position(no::text in source_name) > 0) and position(no::text in title) = 0;
