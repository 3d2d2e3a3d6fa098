-- The screen of the records is called 账单 now.
update support.reply_template set body = replace(body, '「充值记录」', '「账单」') where body like '%「充值记录」%';
