#compdef myelin myelin-brain
# Completion of myelin for zsh. To use it, add to ~/.zshrc, behind compinit:
#   source <(myelin completion zsh)

_myelin() {
    local line value text
    local -a candidates
    for line in "${(@f)$(command myelin __complete "${(j: :)${(@q)words[1,CURRENT]}}" 2>/dev/null)}"; do
        value=${line%%$'\t'*}
        text=${line#*$'\t'}
        case $value in
            '') ;;
            :files) _files; return ;;
            :folders) _files -/; return ;;
            *) candidates+=("${value//:/\\:}:$text") ;;
        esac
    done
    _describe myelin candidates
}

if [ "$funcstack[1]" = _myelin ]; then
    _myelin "$@"
else
    compdef _myelin myelin myelin-brain
fi
