#include "lines.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <vector>

namespace ninefold::lines {
namespace {

// Converts 81 characters to digits; returns false if one is neither a digit nor a blank. Written without branches so
// that compilers vectorise it.
bool to_digits(const char* text, std::uint8_t* digits) {
    std::uint8_t odd = 0;
    for (std::size_t i = 0; i < cells; ++i) {
        const auto c = static_cast<std::uint8_t>(text[i]);
        const auto digit = static_cast<std::uint8_t>(c - '0');
        const auto is_blank = static_cast<std::uint8_t>((c == '.') | (c == '*') | (c == '_'));
        odd |= static_cast<std::uint8_t>((digit > 9) & (is_blank ^ 1));
        digits[i] = is_blank ? std::uint8_t{0} : digit;
    }
    return odd == 0;
}

bool is_separator(char c) { return c == ' ' || c == '\t' || c == ',' || c == ';' || c == ':' || c == '|' || c == '#'; }

constexpr std::size_t none = std::string_view::npos;

// The length of the first line of a text, including its end; `none` if it is incomplete, too long, or contains a \r,
// which other readers treat as the end of a line.
std::size_t line_length(std::string_view text, bool is_last) {
    const std::size_t found = text.substr(0, max_line_length).find('\n');
    if (found == none && (!is_last || text.size() >= max_line_length)) return none;
    std::string_view line = text.substr(0, found);
    const std::size_t length = found == none ? text.size() : found + 1;
    if (found != none && line.ends_with('\r')) line.remove_suffix(1);
    return line.find('\r') == none ? length : none;
}

// The length of the line end that a text starts with; `none` if it starts with something else.
std::size_t end_length(std::string_view text, bool is_last) {
    if (text.starts_with('\n')) return 1;
    if (text.starts_with("\r\n")) return 2;
    return text.empty() && is_last ? 0 : none;
}

char* write_digits(const std::uint8_t* digits, char* place) {
    for (std::size_t i = 0; i < cells; ++i) place[i] = digits[i] == 0 ? '.' : static_cast<char>(digits[i] + '0');
    return place + cells;
}

std::size_t number_length(std::uint64_t number) {
    std::size_t length = 1;
    for (; number >= 10; number /= 10) ++length;
    return length;
}

// A template split into pieces of text, each with the placeholder that follows it (none after the last).
class Pieces {
  public:
    explicit Pieces(std::string_view text) {
        while (true) {
            const std::size_t end = std::min(text.find_first_of("\1\2\3\4"), text.size());
            const char follows = end == text.size() ? '\0' : text[end];
            pieces_.push_back({text.substr(0, end), follows});
            fixed_length_ += end + (follows != '\0' && follows != Templates::guesses ? cells : 0);
            numbers_ += follows == Templates::guesses;
            if (follows == '\0') break;
            text.remove_prefix(end + 1);
        }
    }

    [[nodiscard]] std::size_t length(const AnswerColumns& answers, std::size_t row) const {
        return fixed_length_ + (numbers_ == 0 ? 0 : numbers_ * number_length(answers.guesses[row]));
    }

    char* write(const AnswerColumns& answers, std::size_t row, char* place) const {
        for (const auto& [text, follows] : pieces_) {
            place = std::ranges::copy(text, place).out;
            if (follows == Templates::puzzle) {
                place = write_digits(answers.puzzles.data() + row * cells, place);
            } else if (follows == Templates::solution) {
                place = write_digits(answers.solutions.data() + row * cells, place);
            } else if (follows == Templates::second) {
                place = write_digits(answers.second_solutions.data() + row * cells, place);
            } else if (follows == Templates::guesses) {
                place = std::to_chars(place, place + number_length(answers.guesses[row]), answers.guesses[row]).ptr;
            }
        }
        return place;
    }

  private:
    struct Piece {
        std::string_view text;
        char follows;
    };

    std::vector<Piece> pieces_;
    std::size_t fixed_length_ = 0;
    std::size_t numbers_ = 0;
};

struct SplitTemplates {
    explicit SplitTemplates(const Templates& texts) : found(texts.found), two(texts.two), none(texts.none) {
        for (const std::string_view text : {texts.found, texts.none}) {
            if (text.find(Templates::second) != text.npos) {
                throw std::invalid_argument("only the template of two solutions may name the second");
            }
        }
    }

    [[nodiscard]] const Pieces& of(Status status) const {
        return status == Status::impossible ? none : status == Status::multiple ? two : found;
    }

    Pieces found;
    Pieces two;
    Pieces none;
};

}  // namespace

Reading read(std::string_view text, bool is_last, bool in_list, std::span<std::uint8_t> digits) {
    const std::size_t capacity = digits.size() / cells;
    Reading now{.in_list = in_list};
    while (now.bytes < text.size() && now.rows < capacity) {
        const std::string_view rest = text.substr(now.bytes);
        std::size_t length = none;
        if (rest.size() >= cells && to_digits(rest.data(), digits.data() + now.rows * cells)) {
            const std::size_t end = end_length(rest.substr(cells), is_last);
            if (end != none) {  // rule 1
                length = cells + end;
            } else if (now.in_list && rest.size() > cells && is_separator(rest[cells])) {  // rule 2
                length = line_length(rest, is_last);
            }
            if (length == none) return now;
            ++now.rows;
            now.in_list = true;
        } else {
            const std::size_t blanks = std::min(rest.find_first_not_of(" \t"), rest.size());
            const std::size_t end = end_length(rest.substr(blanks), is_last);
            if (rest.substr(blanks).starts_with('#')) {  // rule 3
                length = line_length(rest, is_last);
            } else if (end != none) {  // rule 4
                length = blanks + end;
                now.in_list = false;
            }
            if (length == none) return now;
        }
        now.bytes += length;
        ++now.lines;
    }
    return now;
}

std::size_t plain_end(const AnswerColumns& answers, std::size_t row, std::size_t end, bool accept_solved) {
    for (; row < end; ++row) {
        const Status status = answers.statuses[row];
        const bool is_found = status == Status::unique || (status == Status::solved && accept_solved);
        if (is_found || (status == Status::multiple && !answers.second_solutions.empty())) continue;
        if (status != Status::impossible || has_clash(answers.puzzles.subspan(row * cells).first<cells>())) break;
    }
    return row;
}

std::size_t length(const AnswerColumns& answers, std::size_t row, std::size_t end, const Templates& templates) {
    const SplitTemplates split(templates);
    std::size_t total = 0;
    for (; row < end; ++row) total += split.of(answers.statuses[row]).length(answers, row);
    return total;
}

void write(const AnswerColumns& answers, std::size_t row, std::size_t end, const Templates& templates, char* place) {
    const SplitTemplates split(templates);
    for (; row < end; ++row) place = split.of(answers.statuses[row]).write(answers, row, place);
}

std::size_t first_invalid_digit(std::span<const std::uint8_t> digits) {
    static constexpr std::size_t block = 1 << 12;  // testing a whole block at once is faster than testing each cell
    for (std::size_t start = 0; start < digits.size(); start += block) {
        const auto part = digits.subspan(start, std::min(block, digits.size() - start));
        std::uint8_t odd = 0;
        for (const std::uint8_t digit : part) odd |= static_cast<std::uint8_t>(digit > 9);
        if (odd == 0) continue;
        const auto found = std::ranges::find_if(part, [](std::uint8_t digit) { return digit > 9; });
        return start + static_cast<std::size_t>(found - part.begin());
    }
    return digits.size();
}

}  // namespace ninefold::lines
