alter table support.feedback add column assigned_to bigint;
comment on column support.feedback.assigned_to is 'The id of the member of staff who looks after it; null = nobody.';
-- The order in which staff see what waits for them: complaints first, then the oldest.
create index feedback_waiting on support.feedback ((case when type = 5 then 0 else 1 end), id) where state in ('open', 'working');
create index feedback_by_state on support.feedback (state, id);

create table support.reply_template (
  id bigint generated always as identity primary key,
  title text not null check (title <> ''),
  body text not null check (body <> '')
);
comment on table support.reply_template is 'Texts from which staff begin a reply.';
insert into support.reply_template (title, body) values
  ('已收到', '您好，您的反馈已经收到，我们正在查看，有结果会在这里答复您。'),
  ('已修好', '您好，您反馈的问题已经修好，请刷新页面再试。给您带来不便，非常抱歉。'),
  ('请补充', '您好，请再补充一下：出现问题的漫画与话数、大概的时间、用的手机或浏览器。有截图更好。'),
  ('充值未到账', '您好，请把订单号发给我们（「我的」→「充值记录」里可以看到），我们核对之后补上。'),
  ('侵权投诉', '您好，您投诉的作品已经下架。如需进一步处理，请补充权利证明与联系方式。');
